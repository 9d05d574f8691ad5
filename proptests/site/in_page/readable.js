// What a reader without JavaScript would miss.
const faults = [];
const seen = (element) =>
    element && element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
if (document.documentElement.classList.contains('js')) faults.push('scripts ran');
if (!seen(document.querySelector('article h1'))) faults.push('no title is seen');
if (document.querySelector('main').innerText.trim().length < 60) faults.push('there is next to nothing to read');
for (const formula of document.querySelectorAll('article .katex-html')) {
  const box = formula.getBoundingClientRect();
  const inside = formula.closest('details:not([open]), form.question');
  if (!inside && (box.width < 1 || box.height < 1))
    faults.push(`a formula is not seen: ${formula.textContent.slice(0, 30)}`);
}
if (!document.querySelector('.book a')) faults.push('no contents');
for (const link of document.querySelectorAll('.places a, .pager a'))
  if (!seen(link)) faults.push(`not seen: ${link.textContent}`);
for (const dead of document.querySelectorAll('.search, .looks, form.question, button, input')) {
  if (seen(dead))
    faults.push(`seen, and does nothing without scripts: <${dead.tagName.toLowerCase()} class="${dead.className}">`);
}
for (const form of document.querySelectorAll('form.question')) {
  if (form.dataset.kind !== 'number' && !seen(form.previousElementSibling))
    faults.push(`${form.id}: its options are not seen`);
  if (form.nextElementSibling?.tagName !== 'DETAILS') faults.push(`${form.id}: no answer below it`);
}
return faults;
