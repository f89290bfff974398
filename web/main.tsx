import { StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { textAt } from '../lambdas/contract/pages.ts'
import { App, MemberApp } from './app.tsx'
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
const app = () => (
  <StrictMode>
    <ServicesContext value={services}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </ServicesContext>
  </StrictMode>
)

/** Delay after `load` of what no first screen needs. A member's screen usually loads it before, once it is complete. */
const AFTER_LOAD_MS = isMarked() ? 2000 : 600

/** React's error code for components that could not be prerendered because they wait for the deployment's settings. */
const LEFT_TO_THE_BROWSER = '#419'

const text = textAt(location.pathname)

// Only guests' screens are prerendered in full. For all others the build renders the frame, which React replaces.
if (root.dataset.prerendered === 'guest' && !isMarked()) {
  // The text stays visible while its script loads. If the script fails to load, the screen shows the error, as others
  // do.
  if (text)
    TEXT_SCREENS[text]
      .preload()
      .finally(() => hydrate(root))
      .catch(console.warn)
  else hydrate(root)
} else if (root.dataset.prerendered === 'frame' && isMarked()) {
  // The prerendered frame stays until the screens have loaded: rendering it once more would only delay them.
  MemberApp.preload()
    .then(({ prepare }) => prepare(services, location))
    // The screens report what could not be loaded.
    .catch(console.warn)
    .finally(() => {
      render(root)
      afterView(loadRest)
    })
} else {
  // Rendered immediately, so that members never see the guest page, which is hidden from them.
  render(root)
}

function render(container: HTMLElement): void {
  const shown = createRoot(container)
  flushSync(() => shown.render(app()))
  if (import.meta.env.DEV) addEventListener('texts', () => shown.render(app()))
  delete container.dataset.prerendered
}

function hydrate(container: HTMLElement): void {
  // A transition lets React work in slices of 5 ms, so that the page responds to input in between.
  startTransition(() => {
    hydrateRoot(container, app(), {
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
