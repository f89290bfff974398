import { Route, Routes } from 'react-router'
import { lazyScreen } from './shared/lazy-with-preload.tsx'

// Separate chunks, because only the editor needs the engine on the page; the recut screen runs it in a worker.
const RecutScreen = lazyScreen(() => import('./recut/recut-screen.tsx'))
const LocalEditorScreen = lazyScreen(() => import('./editor/local-screen.tsx'))

/** The screens that recut a subtitle and edit the result. */
export default function RecutApp() {
  return (
    <Routes>
      <Route index element={<RecutScreen />} />
      <Route path="edit" element={<LocalEditorScreen />} />
    </Routes>
  )
}
