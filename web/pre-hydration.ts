/**
 * Notes what visitors type, send and press before the page's scripts have arrived. An inline script holds a submit or a press back,
 * visibly; the form (web/ui/form/form.tsx) and the page (web/shell/root.tsx) replay it once they are hydrated. Nothing leaves the page's
 * memory. A press or choice in a part whose scripts come later than the page's waits for them in the same way.
 */
type Early = {
  typed: Map<Element, string>
  /** The form that was sent and by which button. */
  sent: { form: HTMLFormElement; button: HTMLElement | null } | null
  /** The button that was pressed last, unless it sends a form. */
  pressed: HTMLElement | null
  /** Set once the page handles events itself. */
  alive: boolean
  /**
   * Called once the page handles events: a noted press is repeated when React knows the element (parts come later than the page), from its
   * first event, which menus and tabs listen to.
   */
  wake: () => void
}

/** The encoding stays first: a browser looks for it in the first 1,024 bytes. */
const headStart = /<head>(?:<meta charset="utf-8"\/>)?/i

declare global {
  interface Window {
    kalliEarly?: Early
  }
}

/** Puts the inline script first into a page. */
export const noteEarly = (html: string, nonce: string): string =>
  html.replace(headStart, (start) => `${start}<script nonce="${nonce}">${notes}</script>`)

/**
 * Runs in the browser, as text. React marks an element when it starts to hydrate the part that contains it, and delivers its events only
 * once that part is complete (`known`: react-dom checks the same flags of a pressed element). A waiting form carries `data-waits`. React
 * registers a change only where its own record of the value differs, and it recorded the value present at hydration: so that is emptied
 * first.
 *
 * React draws a part anew when its data was reloaded before its scripts came, and the pressed element is gone. The one with the same text
 * in the same place is pressed instead (`here`): within what still exists around it, and only where it was and is the only one; never
 * beyond its row, since another row of a list may have taken its place.
 *
 * A link with `data-press` acts when React handles it (an hour that is held) and otherwise opens its address: its press waits like that of
 * a button, is repeated on the link with the same address, and follows it where the scripts do not come.
 */
const notes = `(function(){
var early=window.kalliEarly={typed:new Map(),sent:null,pressed:null,alive:false};
var asleep=new Set(),later=new Map(),last=null;
var fiber=function(at){return Object.keys(at).find(function(key){return key.startsWith('__reactFiber')})};
var known=function(at){var key=fiber(at);if(!key)return false;
var on=at[key];if(!on.alternate)for(;on;on=on.return)if(on.flags&4098)return false;return true};
var sleeps=function(at){return !known(at)&&(!early.alive||asleep.has(at)||document.readyState==='loading'||at.tagName==='A'&&!fiber(at))};
var ticks=function(at){return /box|radio/.test(at.type)};
var says=function(at){return [at.tagName,at.type,at.name,at.getAttribute('aria-label'),at.tagName==='BUTTON'&&at.textContent].join()};
var only=function(on,at){var twins=[].filter.call(on.querySelectorAll(at.tagName),function(one){return says(one)===says(at)});
return twins.length===1?twins[0]:null};
var ways=new WeakMap(),mark=function(at){var way=[];
for(var on=at.parentElement;on&&!/^(UL|OL|TBODY|MAIN|BODY)$/.test(on.tagName);on=on.parentElement)if(only(on,at))way.push(on);ways.set(at,way)};
var here=function(at){if(at.isConnected)return at;
if(at.tagName==='A')return [].find.call(document.querySelectorAll('a[data-press]'),function(one){return one.href===at.href});
var on=ways.get(at).find(function(one){return one.isConnected});return on&&only(on,at)};
var note=function(event){var at=event.target;
if(at.form&&at.form.hasAttribute('data-waits'))early.typed.set(at,ticks(at)?String(at.checked):at.value);
else if(sleeps(at)){mark(at);later.set(at,ticks(at)?at.checked:at.value);if(early.alive)type(at,0)}};
var type=function(was,turns){if(!later.has(was))return;var at=here(was);
if(!at||!known(at))return at||turns<200?setTimeout(type,100,was,turns+1):later.delete(was);
var value=later.get(was);later.delete(was);asleep.delete(was);
if(ticks(at)){if(at.checked!==value)at.click();return}
if(at.tagName!=='SELECT')at.value='';
Object.getOwnPropertyDescriptor(Object.getPrototypeOf(at),'value').set.call(at,value);
['input','change'].forEach(function(name){at.dispatchEvent(new Event(name,{bubbles:true}))})};
addEventListener('input',note,true);addEventListener('change',note,true);
addEventListener('submit',function(event){var form=event.target;if(!form.hasAttribute('data-waits'))return;
event.preventDefault();early.sent={form:form,button:event.submitter};form.setAttribute('aria-busy','true')},true);
var follow=function(at){if(last===at)location.assign(at.href)};
var press=function(was,turns){if(!was)return;
if(was.tagName==='A'&&was!==last){asleep.delete(was);was.removeAttribute('data-pressed');return}
var at=here(was);if(turns<400&&!(at&&known(at)))return setTimeout(press,50,was,turns+1);
last=null;asleep.delete(was);if(!at)return;at.removeAttribute('data-pressed');
[[PointerEvent,'pointerdown'],[MouseEvent,'mousedown'],[PointerEvent,'pointerup'],[MouseEvent,'mouseup']].forEach(function(one){
at.dispatchEvent(new one[0](one[1],{bubbles:true,cancelable:true,pointerType:'mouse'}))});at.click()};
addEventListener('click',function(event){var at=event.target.closest('button,a[data-press]');
if(event.isTrusted&&event.target.closest('a,button,input,select,summary,label'))last=null;
if(!at||at.form&&at.type==='submit'||early.alive&&!sleeps(at))return;
if(at.tagName==='A'){if(event.metaKey||event.ctrlKey||event.shiftKey||event.altKey)return;
event.preventDefault();last=at;setTimeout(follow,8000,at)}
event.stopImmediatePropagation();var again=at.hasAttribute('data-pressed');mark(at);at.setAttribute('data-pressed','');
if(early.alive){if(!again)press(at,0);return}
if(early.pressed&&early.pressed!==at)early.pressed.removeAttribute('data-pressed');early.pressed=at},true);
early.wake=function(){if(early.alive)return;early.alive=true;
var rest=function(){document.querySelectorAll('button,input,select,textarea,a[data-press]').forEach(function(at){if(!known(at))asleep.add(at)})};
rest();if(document.readyState==='loading')addEventListener('DOMContentLoaded',rest);
later.forEach(function(_,at){type(at,0)});
var at=early.pressed;early.pressed=null;press(at,0)}
})()`
