// Before anything is painted: that there is JavaScript, and the looks that the reader chose last time.
document.documentElement.classList.add('js');
try {
  const chosen = localStorage.getItem('attnref-looks');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
} catch { /* no storage: the system's looks */
}
