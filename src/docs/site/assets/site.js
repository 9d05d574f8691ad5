// What a page gains where there is JavaScript. Nothing that is to be read depends on it.
'use strict';
(() => {
  const root = document.documentElement;

  // Dark or light, until the reader says otherwise as the system has it.
  const isDark = () =>
      (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const button = document.createElement('button');
  button.type = 'button';
  const show = () => {
    button.textContent = isDark() ? '☀' : '☾';
    button.setAttribute('aria-label', isDark() ? 'Light page' : 'Dark page');
    button.title = button.getAttribute('aria-label');
  };
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    try {
      localStorage.setItem('attnref-looks', root.dataset.theme);
    } catch { /* lasts for this page */
    }
    show();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  show();
  document.getElementById('looks').append(button);

  // What scrolls sideways can be reached by keyboard; browsers that do this themselves lose nothing.
  const reachable = () => {
    for (const box of document.querySelectorAll('pre, .table, .formula')) {
      if (box.scrollWidth > box.clientWidth + 1)
        box.tabIndex = 0;
      else
        box.removeAttribute('tabindex');
    }
  };
  addEventListener('load', reachable);
  addEventListener('resize', reachable);

  // The section that is read is marked in the page's contents.
  const links = new Map([...document.querySelectorAll('.sections a')].map((link) => [link.hash.slice(1), link]));
  const headings = [...links.keys()].map((id) => document.getElementById(decodeURIComponent(id))).filter(Boolean);
  if (headings.length) {
    let marked = null;
    const mark = () => {
      let current = null;
      for (const heading of headings)
        if (heading.getBoundingClientRect().top < 140) current = heading;
      const link = current && links.get(current.id);
      if (link === marked) return;
      marked?.removeAttribute('aria-current');
      link?.setAttribute('aria-current', 'location');
      marked = link;
    };
    let asked = false;
    addEventListener('scroll', () => {
      if (!asked)
        requestAnimationFrame(() => {
          asked = false;
          mark();
        });
      asked = true;
    }, {passive: true});
    mark();
  }

  // The index is fetched when the reader turns to the search, as a script: pages opened from files may not fetch.
  const home = document.body.dataset.root;
  const place = document.getElementById('search');
  const field = document.createElement('input');
  const list = document.createElement('ul');
  const number = document.createElement('p');
  Object.assign(field, {type: 'search', placeholder: 'Search', autocomplete: 'off', spellcheck: false});
  for (const [name, value] of Object.entries({
         role: 'combobox',
         'aria-label': 'Search the site',
         'aria-expanded': 'false',
         'aria-controls': 'found',
         'aria-autocomplete': 'list',
         'aria-keyshortcuts': '/'
       }))
    field.setAttribute(name, value);
  list.id = 'found';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Sections found');
  list.hidden = true;
  number.className = 'count';
  number.setAttribute('role', 'status');
  place.append(field, list, number);

  let index = null;
  const load = () => new Promise((done) => {
    if (index) return done();
    const script = document.createElement('script');
    script.src = `${home}assets/search-index.js`;
    script.onload = () => {
      index ??= read(window.attnrefIndex);
      done();
    };
    document.head.append(script);
  });
  const read = ([pages, sections, words]) => ({
    pages,
    sections,
    words: words.split(' ').map((entry) => {
      const [word, differences] = entry.split(':');
      let last = 0;
      return [word, differences.split(',').map((step) => (last += parseInt(step, 36)))];
    }),
  });

  // Sections that have every word asked for; a word may be the beginning of one. A whole word, or one of the heading,
  // weighs more.
  const find = (asked) => {
    const weights = asked.map((word) => {
      const found = new Map();
      for (const [known, places] of index.words) {
        if (!known.startsWith(word)) continue;
        for (const section of places) found.set(section, Math.max(found.get(section) ?? 0, known === word ? 2 : 1));
      }
      return found;
    });
    const [first, ...rest] = weights;
    return [...first.keys()]
        .filter((section) => rest.every((found) => found.has(section)))
        .map((section) => {
          const [page, anchor, heading] = index.sections[section];
          const title = `${heading} ${anchor ? '' : index.pages[page][0]}`.toLowerCase();
          const weight = weights.reduce((sum, found) => sum + found.get(section), 0) +
              4 * asked.filter((word) => title.includes(word)).length;
          return {section, weight};
        })
        .sort((a, b) => b.weight - a.weight || a.section - b.section);
  };

  let chosen = -1;
  const choose = (at) => {
    const options = [...list.children];
    options[chosen]?.setAttribute('aria-selected', 'false');
    chosen = options.length ? (at + options.length) % options.length : -1;
    options[chosen]?.setAttribute('aria-selected', 'true');
    options[chosen]?.scrollIntoView({block: 'nearest'});
    if (chosen < 0)
      field.removeAttribute('aria-activedescendant');
    else
      field.setAttribute('aria-activedescendant', options[chosen].id);
  };
  const close = () => {
    list.hidden = true;
    number.textContent = '';
    field.setAttribute('aria-expanded', 'false');
    chosen = -1;
    field.removeAttribute('aria-activedescendant');
  };
  const option = ({section}, at) => {
    const [page, anchor, heading] = index.sections[section];
    const [title, address] = index.pages[page];
    const item = document.createElement('li');
    const link = document.createElement('a');
    item.id = `found-${at}`;
    item.setAttribute('role', 'option');
    item.setAttribute('aria-selected', 'false');
    link.href = home + address + (anchor ? `#${anchor}` : '');
    link.tabIndex = -1;
    const where = document.createElement('small');
    where.textContent = heading ? title : '';
    link.append(heading || title, where);
    item.append(link);
    return item;
  };
  const search = async () => {
    const asked = field.value.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
    if (!asked.length) return close();
    await load();
    const found = find(asked);
    list.replaceChildren(...found.slice(0, 12).map(option));
    chosen = -1;
    list.hidden = !found.length;
    field.setAttribute('aria-expanded', String(found.length > 0));
    field.removeAttribute('aria-activedescendant');
    number.textContent = found.length === 1 ? '1 section' : `${found.length} sections`;
  };
  field.addEventListener('focus', load);
  field.addEventListener('input', search);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!list.hidden) choose(event.key === 'ArrowDown' ? chosen + 1 : chosen < 0 ? -1 : chosen - 1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      (list.children[Math.max(chosen, 0)]?.firstChild)?.click();
      close();
    } else if (event.key === 'Escape') {
      field.value = '';
      close();
    }
  });
  place.addEventListener('focusout', (event) => {
    if (!place.contains(event.relatedTarget)) close();
  });
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', close);
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey ||
        /^(input|textarea|select)$/i.test(event.target.tagName))
      return;
    event.preventDefault();
    field.focus();
  });
})();
