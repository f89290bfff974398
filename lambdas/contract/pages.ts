/**
 * Addresses of the page, read by its router and by the function of the distribution that tells them from addresses that do
 * not exist. `:name` stands for one segment.
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
  help: '/help',
  terms: '/terms',
  privacy: '/privacy',
  signedIn: '/signed-in',
} as const

/** Files beside the built documents; hashed files and the sample have folders of their own. */
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
 * The documents of the build: home and the texts as guests see them, the frame of every other page, and the screen for
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

/** Pages that are text alone: each has a document of its own, named after it. */
export const TEXT_PAGES = ['help', 'terms', 'privacy'] as const

/** Matches the addresses of the texts as the router does; its first group is a text's name in any case. */
export const TEXT_ADDRESS = /^\/(help|terms|privacy)\/*$/i

/** The text at a path. */
export function textAt(path: string): (typeof TEXT_PAGES)[number] | undefined {
  const found = TEXT_ADDRESS.exec(path)?.[1]?.toLowerCase()
  return TEXT_PAGES.find(text => text === found)
}

/** Matches what the router matches: capitals and a slash at the end make no difference. */
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

/** The document that answers a path, or nothing if the path is a file's. */
export function documentOf(path: string): (typeof DOCUMENTS)[keyof typeof DOCUMENTS] | undefined {
  if (path === PAGES.home) return DOCUMENTS.home
  const text = textAt(path)
  if (text) return DOCUMENTS[text]
  if (PAGE_ADDRESS.test(path)) return DOCUMENTS.page
  return FILE_ADDRESS.test(path) ? undefined : DOCUMENTS.notFound
}
