// The first thing that makes the page wider than the screen, or that lies beside it where nobody can scroll; or
// nothing.
const width = document.documentElement.clientWidth;
const clipped = (element) => {
  for (let up = element; up && up !== document.body; up = up.parentElement) {
    const style = getComputedStyle(up);
    if ((up !== element && style.overflowX !== 'visible') || style.clip !== 'auto' || style.clipPath !== 'none')
      return true;
  }
  return false;
};
const total = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
for (const element of document.querySelectorAll('header *, nav *, article, article *')) {
  const box = element.getBoundingClientRect();
  if (box.width > 0 && (box.left < -1 || box.right > width + 1) && !clipped(element)) {
    return `${Math.max(total, Math.round(box.width))} pixels wide: <${element.tagName.toLowerCase()} class="${
        element.className}"> ${element.textContent.trim().slice(0, 50)}`;
  }
}
return total > width ? `${total} pixels wide` : '';
