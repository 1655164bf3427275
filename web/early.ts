/**
 * What people type and send before the page's scripts have arrived. A few lines in the page itself note it and hold a
 * sending back, visibly; the form takes it over as soon as it lives (web/ui/form.tsx). Nothing leaves the page's memory.
 */
export type Early = {
  typed: Map<Element, string>
  /** The form that was sent and by which button. */
  sent: { form: HTMLFormElement; button: HTMLElement | null } | null
}

declare global {
  interface Window {
    kalliEarly?: Early
  }
}

/** Runs in the browser, as text, and once: the router brings it again. A form that waits says so by `data-waits`. */
export const noteEarly = `(function(){
if(window.kalliEarly)return;
var early=window.kalliEarly={typed:new Map(),sent:null};
var note=function(event){var at=event.target;if(at.form&&at.form.hasAttribute('data-waits'))early.typed.set(at,/box|radio/.test(at.type)?String(at.checked):at.value)};
addEventListener('input',note,true);addEventListener('change',note,true);
addEventListener('submit',function(event){var form=event.target;if(!form.hasAttribute('data-waits'))return;
event.preventDefault();early.sent={form:form,button:event.submitter};form.setAttribute('aria-busy','true')},true);
})()`.replaceAll('\n', '')
