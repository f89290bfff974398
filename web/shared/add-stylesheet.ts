/** Adds a stylesheet after the existing ones; resolves once it is loaded. */
export function addStylesheet(href: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`${href} could not be loaded`))
    }
    document.head.append(link)
  })
}
