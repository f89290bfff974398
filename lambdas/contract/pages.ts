/**
 * Addresses of the page, for its router and for the distribution's function that returns 404 for all others. `:name`
 * matches one segment.
 */
export const PAGES = {
  home: '/',
  archive: '/user',
  glossary: '/user/terms',
  review: '/user/:key',
  tokens: '/addtoken',
  checkout: '/checkout',
  success: '/success',
  fail: '/fail',
  account: '/account',
  recut: '/recut',
  recutEditor: '/recut/edit',
  help: '/help',
  terms: '/terms',
  privacy: '/privacy',
  signedIn: '/signed-in',
} as const

/** Files next to the built documents; hashed files and the sample have their own folders. */
export const SITE_FILES = [
  'apple-touch-icon.png',
  'config.json',
  'favicon.ico',
  'favicon.svg',
  'manifest.webmanifest',
  'robots.txt',
  'share-card.png',
  'sitemap.xml',
] as const

/**
 * The built documents: home and the text pages as guests see them, the frame of every other page, and the page for
 * unknown addresses.
 */
export const DOCUMENTS = {
  home: '/index.html',
  help: '/help.html',
  terms: '/terms.html',
  privacy: '/privacy.html',
  page: '/page.html',
  notFound: '/not-found.html',
} as const

/** Text-only pages. Each has its own document, named after it. */
export const TEXT_PAGES = ['help', 'terms', 'privacy'] as const

/** Matches the addresses of text pages as the router does; group 1 is the page's name in any case. */
export const TEXT_ADDRESS = /^\/(help|terms|privacy)\/*$/i

/** The text page at a path, if it is one. */
export function textAt(path: string): (typeof TEXT_PAGES)[number] | undefined {
  const found = TEXT_ADDRESS.exec(path)?.[1]?.toLowerCase()
  return TEXT_PAGES.find(text => text === found)
}

/** Matches what the router matches: case and a trailing slash are ignored. */
export const PAGE_ADDRESS = new RegExp(
  `^(?:${Object.values(PAGES)
    .filter(path => path !== PAGES.home)
    .map(path => path.replace(/:\w+/g, '[^/]+'))
    .join('|')})/*$`,
  'i',
)

export const FILE_ADDRESS = new RegExp(
  `^/(?:(?:assets|sample)/.*|${SITE_FILES.map(name => name.replaceAll('.', '\\.')).join('|')})$`,
)

/** The document to serve for a path, or undefined if the path is a file. */
export function chooseDocument(path: string): (typeof DOCUMENTS)[keyof typeof DOCUMENTS] | undefined {
  if (path === PAGES.home) return DOCUMENTS.home
  const text = textAt(path)
  if (text) return DOCUMENTS[text]
  if (PAGE_ADDRESS.test(path)) return DOCUMENTS.page
  return FILE_ADDRESS.test(path) ? undefined : DOCUMENTS.notFound
}
