/**
 * A page is painted before its scripts are fetched: on a slow connection text, style and fonts come first and do not share the connection
 * with 140 KB that are not visible. Measured on Lighthouse's slow 4G: see docs/design.md.
 */
export const paintFirst = (html: string, nonce: string): string => {
  const files: string[] = []
  const saved = html.replace(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g, (_, file: string) => {
    files.push(file)
    return ''
  })
  return saved.replace(
    /<script type="module" async="" src="([^"]+)"[^>]*><\/script>/,
    (_, entry: string) =>
      `<script nonce="${nonce}">(${fetchScripts})(${JSON.stringify([...new Set([entry, ...files])])})</script>`,
  )
}

/**
 * Runs in the browser, as text: fetches the entry and its dependencies once the first paint and the important pictures are on the screen;
 * at once when the visitor already presses something or nothing is drawn, and in any case after 1.5 s. (An animation frame alone comes too
 * early: it runs before its frame is shown, and the scripts share its connection.) Eight files a task: forty at once are a quarter of a
 * second of a slow phone in which nothing answers.
 */
const fetchScripts = `function(files){
var gone=false,painted=false;
var next=function(){
var some=files.splice(0,8),piece=document.createDocumentFragment();
some.forEach(function(file){var link=document.createElement('link');link.rel='modulepreload';link.href=file;piece.appendChild(link)});
document.head.appendChild(piece);
if(files.length)setTimeout(next)
};
var go=function(){if(gone)return;gone=true;
var script=document.createElement('script');script.type='module';script.src=files[0];document.head.appendChild(script);
next()
};
var look=function(){if(painted&&[].every.call(document.querySelectorAll('img[fetchpriority=high],img[loading=eager]'),function(image){return image.complete}))setTimeout(go)};
if(document.visibilityState==='hidden'||!window.PerformanceObserver)return go();
['pointerdown','keydown','focusin'].forEach(function(name){addEventListener(name,go,{once:true,capture:true,passive:true})});
document.addEventListener('load',look,true);
new PerformanceObserver(function(list){if(list.getEntriesByName('first-contentful-paint').length){painted=true;look()}}).observe({type:'paint',buffered:true});
setTimeout(go,1500)
}`.replaceAll('\n', '')
