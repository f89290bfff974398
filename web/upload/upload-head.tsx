import { HOME } from '../shared/texts/home.ts'

/** The head of a member's home: apart, so that it stands before the screen itself has loaded. */
export function UploadHead({ cost = HOME.costOnly }: { cost?: string }) {
  return (
    <header className="page-head upload-head">
      <h1 tabIndex={-1}>{HOME.tagline}</h1>
      <p>{cost}</p>
    </header>
  )
}
