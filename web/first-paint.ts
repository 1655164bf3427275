/**
 * A page is painted before its scripts are fetched: on a slow line text, style and letters come first and do not share
 * the line with 140 KB that nobody sees. Measured on Lighthouse's slow 4G: see docs/design.md.
 */
export const paintFirst = (html: string, nonce: string): string => {
  const files: string[] = []
  const kept = html.replace(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g, (_, file: string) => {
    files.push(file)
    return ''
  })
  return kept.replace(
    /<script type="module" async="" src="([^"]+)"[^>]*><\/script>/,
    (_, entry: string) =>
      `<script nonce="${nonce}">(${fetchScripts})(${JSON.stringify([entry, ...files])})</script>`,
  )
}

/** Runs in the browser, as text: after the first frame (or at once where no frame is drawn), the entry and all it needs. */
const fetchScripts = `function(files){
var go=function(){files.forEach(function(file,index){
var link=document.createElement('link');link.rel='modulepreload';link.href=file;document.head.appendChild(link);
if(index===0){var script=document.createElement('script');script.type='module';script.src=file;document.head.appendChild(script)}
})};
document.visibilityState==='hidden'?go():requestAnimationFrame(function(){setTimeout(go)})
}`.replaceAll('\n', '')
