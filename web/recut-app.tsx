import { Route, Routes } from 'react-router'
import LocalReviewScreen from './editor/local-screen.tsx'
import RecutScreen from './recut/recut-screen.tsx'

/** Cutting a subtitle again and editing the result, in one chunk: both need the engine. */
export default function RecutApp() {
  return (
    <Routes>
      <Route index element={<RecutScreen />} />
      <Route path="edit" element={<LocalReviewScreen />} />
    </Routes>
  )
}
