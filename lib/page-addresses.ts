import { DOCUMENTS, FILE_ADDRESS, OWN_PAGES, PAGE_ADDRESS, PAGES } from '../lambdas/contract/pages.ts'

const ADDRESSES = `var PAGE = ${PAGE_ADDRESS};
var FILE = ${FILE_ADDRESS};`

const OWN_DOCUMENTS = Object.fromEntries(OWN_PAGES.map(page => [PAGES[page], DOCUMENTS[page]]))

const KNOWN_DOCUMENTS = Object.values(DOCUMENTS).filter(document => document !== DOCUMENTS.notFound)

/** Viewer-request function: rewrites an address to its document, by the same rules as `chooseDocument` of the contract. */
export const ADDRESS_TO_DOCUMENT = `${ADDRESSES}
var OWN = ${JSON.stringify(OWN_DOCUMENTS)};
function handler(event) {
  var request = event.request;
  var end = request.uri.length;
  while (request.uri.charAt(end - 1) === '/') end -= 1;
  var own = OWN[request.uri.slice(0, end).toLowerCase()];
  if (request.uri === '${PAGES.home}') request.uri = '${DOCUMENTS.home}';
  else if (own) request.uri = own;
  else if (PAGE.test(request.uri)) request.uri = '${DOCUMENTS.page}';
  else if (!FILE.test(request.uri)) request.uri = '${DOCUMENTS.notFound}';
  return request;
}`

/**
 * Viewer-response function: sets status 404 on the document for unknown addresses. CloudFront does not document whether
 * the request here has the viewer's address or the rewritten one, so the function accepts both.
 */
export const UNKNOWN_IS_404 = `${ADDRESSES}
var DOCUMENTS = ${JSON.stringify(KNOWN_DOCUMENTS)};
function handler(event) {
  var uri = event.request.uri;
  var response = event.response;
  var isKnown = uri === '${PAGES.home}' || DOCUMENTS.indexOf(uri) >= 0 || PAGE.test(uri) || FILE.test(uri);
  if (!isKnown && response.statusCode === 200) {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  return response;
}`
