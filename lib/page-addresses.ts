import { DOCUMENTS, FILE_ADDRESS, PAGE_ADDRESS, PAGES } from '../lambdas/contract/pages.ts'

const ADDRESSES = `var PAGE = ${PAGE_ADDRESS};
var FILE = ${FILE_ADDRESS};`

/** Viewer-request function: rewrites an address of the page to its document, as `documentOf` of the contract chooses it. */
export const ADDRESS_TO_DOCUMENT = `${ADDRESSES}
function handler(event) {
  var request = event.request;
  if (request.uri === '${PAGES.home}') request.uri = '${DOCUMENTS.home}';
  else if (PAGE.test(request.uri)) request.uri = '${DOCUMENTS.page}';
  else if (!FILE.test(request.uri)) request.uri = '${DOCUMENTS.notFound}';
  return request;
}`

/**
 * Viewer-response function: the document for unknown addresses carries status 404. CloudFront does not say whether the
 * request that it shows here has the viewer's address or the rewritten one, so both are understood.
 */
export const UNKNOWN_IS_404 = `${ADDRESSES}
function handler(event) {
  var uri = event.request.uri;
  var response = event.response;
  var isKnown = uri === '${PAGES.home}' || uri === '${DOCUMENTS.home}' || uri === '${DOCUMENTS.page}' || PAGE.test(uri) || FILE.test(uri);
  if (!isKnown && response.statusCode === 200) {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  return response;
}`
