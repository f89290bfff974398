import { type ReactNode, Suspense } from 'react'
import type { SiteConfig } from '../../../lambdas/contract/site-config.ts'
import { useConfig } from '../services.ts'

interface ConfiguredProps {
  /** Keeps the place: what the build renders, which does not know the deployment's settings. */
  fallback?: ReactNode
  children: (config: SiteConfig) => ReactNode
}

/** A part of a text that depends on the deployment's settings, so that the rest stands before they have been read. */
export function Configured({ fallback, children }: ConfiguredProps) {
  return (
    <Suspense fallback={fallback}>
      <Rendered>{children}</Rendered>
    </Suspense>
  )
}

function Rendered({ children }: Pick<ConfiguredProps, 'children'>) {
  return children(useConfig())
}

/** A name or an address of the company, in a sentence. */
export function CompanyText({ field }: { field: 'name' | 'email' | 'phone' }) {
  return <Configured fallback={<span className="company-text" />}>{({ company }) => company[field]}</Configured>
}
