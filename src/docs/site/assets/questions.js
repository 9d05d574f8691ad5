// Questions that grade themselves. The list and the answer below stay for readers without JavaScript.
'use strict';
(() => {
  const answerOf = (form) => {
    const fields = [...form.querySelectorAll('input')];
    return form.dataset.kind === 'number' ? [fields[0].value.trim()] :
                                            fields.filter((field) => field.checked).map((field) => field.value);
  };

  const isRight = (form, given) => {
    const expected = form.dataset.answer.split(' ');
    if (form.dataset.kind === 'number') {
      const number = Number(given[0].replace(/[,\s]/g, ''));
      return given[0] !== '' && expected.some((value) => Number(value) === number);
    }
    return given.length === expected.length && given.every((value) => expected.includes(value));  // all or nothing
  };

  const paragraph = (form, name) => {
    const reason = form.querySelector(`template[data-option="${name}"]`);
    if (!reason) return [];
    const made = document.createElement('p');
    made.append(reason.content.cloneNode(true));
    return [made];
  };

  const verdict = (right, given) => {
    const made = document.createElement('p');
    made.className = right ? 'right' : 'wrong';
    made.textContent = right ? '✓ Right.' : given ? '✗ Not so.' : 'Nothing is marked yet.';
    return made;
  };

  // A wrong answer is told why, what was marked and why that fails; the right answer isn't given away.
  const reasons = (form, given, right) => {
    if (form.dataset.kind === 'number') return right ? [] : paragraph(form, '');
    const expected = form.dataset.answer.split(' ');
    return given.filter((value) => right || !expected.includes(value)).flatMap((value) => paragraph(form, value));
  };

  const hint = (form, given, right) => {
    const missing = form.dataset.answer.split(' ').filter((value) => !given.includes(value)).length;
    if (right || form.dataset.kind !== 'several' || !missing || !given.length) return [];
    const made = document.createElement('p');
    made.textContent = 'Something true is not marked.';
    return [made];
  };

  for (const form of document.querySelectorAll('form.question')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const given = answerOf(form), right = isRight(form, given), said = given.length > 0 && given[0] !== '';
      form.querySelector('.feedback')
          .replaceChildren(
              verdict(right, said), ...(said ? reasons(form, given, right) : []), ...hint(form, given, right),
              ...(right ? paragraph(form, 'law') : []));
      const answer = form.nextElementSibling;
      if (right && answer?.tagName === 'DETAILS') answer.open = true;
    });
    form.addEventListener('change', () => form.querySelector('.feedback').replaceChildren());
  }
})();
