import { type AgreementStatus, tellHeight, tellParent } from './messages.ts'

function status(): AgreementStatus {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[name=term]')]
  const terms = boxes.map(box => ({
    id: box.value,
    title: box.labels?.[0]?.textContent ?? '',
    content: '',
    required: box.required,
    agreed: box.checked,
  }))
  return { agreedRequiredTerms: terms.every(term => term.agreed || !term.required), terms }
}

document.addEventListener('change', () => tellParent({ toss: 'agreement', status: status() }))
tellParent({ toss: 'agreement', status: status() })
tellParent({ toss: 'ready' })
tellHeight()
