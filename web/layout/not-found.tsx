import { COMMON } from '../texts/common.ts'
import { ButtonLink } from './button.tsx'
import { Page } from './page.tsx'

/** 404. */
export function NotFound() {
  return (
    <Page title={COMMON.notFoundTitle} heading={false}>
      <div className="state">
        <h1 tabIndex={-1}>{COMMON.notFoundTitle}</h1>
        <p>{COMMON.notFound}</p>
        <ButtonLink to="/" kind="primary">
          {COMMON.home}
        </ButtonLink>
      </div>
    </Page>
  )
}
