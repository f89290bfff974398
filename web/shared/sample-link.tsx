import { PAGES } from '../../lambdas/contract/pages.ts'
import { ButtonLink } from './layout/button.tsx'
import { COMMON } from './texts.ts'

/** Opens the sample in the editor, for users who have no subtitle yet. */
export function SampleLink({ kind = 'outline' }: { kind?: 'outline' | 'plain' }) {
  return (
    <ButtonLink to={`${PAGES.recutEditor}?sample`} kind={kind} className="sample-link">
      {COMMON.trySample}
    </ButtonLink>
  )
}
