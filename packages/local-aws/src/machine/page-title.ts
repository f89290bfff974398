/** Content of `<title>`: the page's title, followed by the name of the service if there is one. */
export function formatTitle(title: string, service: string | undefined): string {
  return service === undefined ? title : `${title} | ${service}`
}
