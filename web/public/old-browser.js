// ES5. On the page's own documents, where only browsers without modules run it, it leads to `old-browser.html`;
// there it shows the address to open elsewhere. `prefetch.ts` leads there from browsers that have modules and are too old.
;(function () {
  var page = '/old-browser.html'
  var here = location.pathname + location.search
  if (location.pathname !== page) {
    location.replace(page + '?from=' + encodeURIComponent(here) + location.hash)
    return
  }
  var from = decodeURIComponent((/[?&]from=([^&]*)/.exec(location.search) || [])[1] || '/')
  if (from.charAt(0) !== '/') from = '/'
  var address = location.protocol + '//' + location.host + from + location.hash
  document.getElementById('address').value = address
  document.getElementById('copy').hidden = false
  if (!('noModule' in document.createElement('script'))) return
  var link = document.getElementById('open')
  link.hidden = false
  link.onclick = function () {
    sessionStorage.setItem('jamak.old-browser', 'open')
    location.replace(address)
    return false
  }
})()
