// Answers each question of the page wrongly, half rightly and rightly: [{id, faults}].
const results = [];
for (const form of document.querySelectorAll('form.question')) {
  const faults = [];
  const fields = [...form.querySelectorAll('input')];
  const right = form.dataset.answer.split(' ');
  const number = form.dataset.kind === 'number';
  const feedback = form.querySelector('.feedback');
  const answer = form.nextElementSibling;
  const give = (values) => {
    for (const field of fields) number ? field.value = values[0] ?? '' : field.checked = values.includes(field.value);
    form.requestSubmit();
    return feedback.querySelector('.right') ? 'right' : feedback.querySelector('.wrong') ? 'wrong' : 'silent';
  };
  if (form.getClientRects().length === 0) faults.push('the form is not seen');
  const options = form.previousElementSibling;
  if (!number && options.classList.contains('options') && options.getClientRects().length)
    faults.push('the list is seen beside the form');
  if (give([]) === 'right') faults.push('no answer counts as right');
  const wrong = number ? [String(Number(right[0]) + 1)] :
                         fields.map((field) => field.value).filter((value) => !right.includes(value)).slice(0, 1);
  if (give(wrong) !== 'wrong') faults.push(`${wrong} is not said to be wrong`);
  if (answer?.tagName === 'DETAILS' && answer.open) faults.push('a wrong answer opens the explanation');
  if (form.dataset.kind === 'several') {
    if (give(right.slice(1)) !== 'wrong') faults.push('part of the truth counts as right');
    if (wrong.length && give([...right.slice(1), ...wrong]) !== 'wrong')
      faults.push('one that is false among as many counts as right');
    if (give(fields.map((field) => field.value)) !== 'wrong' && right.length < fields.length)
      faults.push('all marked counts as right');
  }
  if (give(right) !== 'right') faults.push(`${right} is not said to be right`);
  if (answer?.tagName !== 'DETAILS')
    faults.push('no explanation below it');
  else if (!answer.open)
    faults.push('a right answer does not open the explanation');
  if (feedback.getAttribute('role') !== 'status') faults.push('feedback is not announced');
  results.push({id: form.id, faults});
}
return results;
