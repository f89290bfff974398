import { Route, Routes } from 'react-router'
import { Loading } from './shared/layout/states.tsx'
import { lazyWithPreload } from './shared/lazy-with-preload.tsx'

// Separate chunks, because only the editor needs the engine on the page; the recut screen runs it in a worker.
const RecutScreen = lazyWithPreload(() => import('./recut/recut-screen.tsx'), <Loading />)
const LocalEditorScreen = lazyWithPreload(() => import('./editor/local-screen.tsx'), <Loading />)

/** The screens that recut a subtitle and edit the result. */
export default function RecutApp() {
  return (
    <Routes>
      <Route index element={<RecutScreen />} />
      <Route path="edit" element={<LocalEditorScreen />} />
    </Routes>
  )
}
