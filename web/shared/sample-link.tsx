import { PAGES } from '../../lambdas/contract/pages.ts'
import { ButtonLink } from './layout/button.tsx'
import { COMMON } from './texts.ts'

const SAMPLE_EDITOR = `${PAGES.recutEditor}?sample`

/** Opens the sample in the editor, for users who have no subtitle yet. */
export function SampleLink() {
  return (
    <ButtonLink to={SAMPLE_EDITOR} kind="outline">
      {COMMON.trySample}
    </ButtonLink>
  )
}
