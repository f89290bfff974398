import { Sentences } from '../shared/layout/states.tsx'
import { COMMON } from '../shared/texts.ts'

/** Head of a member's home; a separate component, so that it renders before the screen has loaded. */
export function UploadHead({ cost = COMMON.costOnly }: { cost?: string }) {
  return (
    <header className="page-head upload-head">
      <h1 tabIndex={-1}>{COMMON.tagline}</h1>
      {cost && (
        <p>
          <Sentences text={cost} />
        </p>
      )}
    </header>
  )
}
