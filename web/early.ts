/**
 * What people type, send and press before the page's scripts have arrived. A few lines in the page itself note it and hold a
 * sending or a press back, visibly; the form (web/ui/form.tsx) and the page (web/shell/root.tsx) do it as soon as they live. Nothing
 * leaves the page's memory.
 */
type Early = {
  typed: Map<Element, string>
  /** The form that was sent and by which button. */
  sent: { form: HTMLFormElement; button: HTMLElement | null } | null
  /** The button that was pressed last, unless it sends a form. */
  pressed: HTMLElement | null
  /** From here on the page listens itself. */
  alive: boolean
  /**
   * Called once the page listens: what was pressed is pressed again when React knows it (parts come later than the page), from
   * its beginning, which is what menus and tabs listen to.
   */
  wake: () => void
}

declare global {
  interface Window {
    kalliEarly?: Early
  }
}

/** Puts the lines that note it first into a page. */
export const noteEarly = (html: string, nonce: string): string =>
  html.replace('<head>', () => `<head><script nonce="${nonce}">${notes}</script>`)

/** Runs in the browser, as text. A form that waits says so by `data-waits`. */
const notes = `(function(){
var early=window.kalliEarly={typed:new Map(),sent:null,pressed:null,alive:false};
var note=function(event){var at=event.target;if(at.form&&at.form.hasAttribute('data-waits'))early.typed.set(at,/box|radio/.test(at.type)?String(at.checked):at.value)};
addEventListener('input',note,true);addEventListener('change',note,true);
addEventListener('submit',function(event){var form=event.target;if(!form.hasAttribute('data-waits'))return;
event.preventDefault();early.sent={form:form,button:event.submitter};form.setAttribute('aria-busy','true')},true);
addEventListener('click',function(event){if(early.alive)return;
var at=event.target.closest('button');if(!at||at.form&&at.type==='submit')return;
event.stopImmediatePropagation();if(early.pressed)early.pressed.removeAttribute('data-pressed');
early.pressed=at;at.setAttribute('data-pressed','')},true);
early.wake=function(){if(early.alive)return;early.alive=true;var at=early.pressed,turns=0;early.pressed=null;
(function press(){if(!at||!at.isConnected)return;
if(turns++<100&&!Object.keys(at).some(function(key){return key.startsWith('__react')}))return setTimeout(press,50);
at.removeAttribute('data-pressed');
[[PointerEvent,'pointerdown'],[MouseEvent,'mousedown'],[PointerEvent,'pointerup'],[MouseEvent,'mouseup']].forEach(function(one){
at.dispatchEvent(new one[0](one[1],{bubbles:true,cancelable:true,pointerType:'mouse'}))});at.click()})()}
})()`
