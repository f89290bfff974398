import { type ReactNode, StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { textAt } from '../lambdas/contract/pages.ts'
import { App, MemberApp, MemberFrame } from './app.tsx'
import { TEXT_SCREENS } from './public-routes.tsx'
import { addStylesheet } from './shared/add-stylesheet.ts'
import { afterView } from './shared/after-paint.ts'
import { createServices, ServicesContext } from './shared/services.ts'
import { isMarked } from './shared/session/mark.ts'
import letterStyles from './shared/styles/letters.css?url'

// Keeps zod from testing whether it may generate code, which the browser reports as a violation of the security policy.
// Must run before zod loads, so no static import of this file may import zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const services = createServices()
const page = (content: ReactNode) => (
  <StrictMode>
    <ServicesContext value={services}>
      <BrowserRouter>{content}</BrowserRouter>
    </ServicesContext>
  </StrictMode>
)

/** Delay after `load` of what no first screen needs. A member's screen usually loads it before, once it is complete. */
const AFTER_LOAD_MS = isMarked() ? 2000 : 600

/** React's error code for components that could not be prerendered because they wait for the deployment's settings. */
const LEFT_TO_THE_BROWSER = '#419'

const text = textAt(location.pathname)

if (isMarked()) {
  const render = rendererOf(root)
  // The members' frame replaces a document rendered for guests at once; a prerendered frame stays until the screens have loaded.
  if (root.dataset.prerendered !== 'frame') render(<MemberFrame />)
  MemberApp.preload()
    .then(({ prepare }) => prepare(services, location))
    // The screens report what could not be loaded.
    .catch(console.warn)
    .finally(() => {
      render(<App />)
      afterView(loadRest)
    })
} else if (root.dataset.prerendered === 'guest') {
  // The text stays visible while its script loads. If the script fails to load, the screen shows the error, as others
  // do.
  if (text)
    TEXT_SCREENS[text]
      .preload()
      .finally(() => hydrate(root))
      .catch(console.warn)
  else hydrate(root)
} else rendererOf(root)(<App />)

/** Returns a function that renders a page in place of the document's content. */
function rendererOf(container: HTMLElement): (content: ReactNode) => void {
  const shown = createRoot(container)
  const render = (content: ReactNode) => {
    flushSync(() => shown.render(page(content)))
    delete container.dataset.prerendered
  }
  if (import.meta.env.DEV) addEventListener('texts', () => render(<App />))
  return render
}

function hydrate(container: HTMLElement): void {
  // A transition lets React work in slices of 5 ms, so that the page responds to input in between.
  startTransition(() => {
    hydrateRoot(container, page(<App />), {
      onRecoverableError(error) {
        if (!String(error).includes(LEFT_TO_THE_BROWSER)) reportError(error)
      },
    })
  })
}

let isRestLoaded = false

function loadRest(): void {
  if (isRestLoaded) return
  isRestLoaded = true
  // Users' names may need these characters; no initial screen does.
  addStylesheet(letterStyles).catch(console.warn)
  // The first responses do not need the sign-in library, but the user's next action does.
  if (isMarked()) services.session().catch(console.warn)
}

addEventListener('load', () => setTimeout(loadRest, AFTER_LOAD_MS))
