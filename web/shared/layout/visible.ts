/** Whether an element takes space and is not hidden: `checkVisibility`, which Safari has only from 17.4 on. */
export function isVisible(element: Element): boolean {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
}
