// Where the keyboard is: {what, part, visible}.
const element = document.activeElement;
const style = getComputedStyle(element);
const box = element.getBoundingClientRect();
const parts = ['skip', 'brand', 'places', 'search', 'looks', 'book', 'sections', 'pager'];
const part = parts.find((name) => element.closest(`.${name}`)) ??
    (element.closest('article')    ? 'article' :
         element === document.body ? 'none' :
                                     'other');
const shown = box.width > 0 && box.height > 0 && box.bottom > 0 && box.right > 0 && box.left < innerWidth &&
    box.top < innerHeight;
return {
  what: part === 'skip' ? 'skip' : `${element.tagName.toLowerCase()} ${element.textContent.trim().slice(0, 30)}`,
  part,
  visible:
      element === document.body || (shown && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1),
};
