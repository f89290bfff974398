import { Link, useLocation } from 'react-router'
import { percent } from '../format.ts'
import { PROGRESS } from '../texts/upload.ts'
import { isUnderWay, shareOf } from './uploads.ts'
import { useUploadList } from './uploads-context.ts'

/** On every screen but the one of uploads: what is on its way, and the way back to it. */
export function UploadBanner() {
  const { pathname } = useLocation()
  const underWay = useUploadList().filter(isUnderWay)
  const first = underWay.find(each => each.state.step !== 'waiting') ?? underWay[0]
  if (!first || pathname === '/') return null
  const share = percent(Math.floor(shareOf(first.state) * 100) / 100)
  return (
    <div className="banner upload-banner">
      <Link className="inside" to="/">
        {PROGRESS.banner(first.name, share)}
        {underWay.length > 1 && PROGRESS.bannerMore(underWay.length - 1)}
      </Link>
    </div>
  )
}
