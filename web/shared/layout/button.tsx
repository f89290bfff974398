import type { ComponentProps } from 'react'
import { Link } from 'react-router'

interface Look {
  kind?: 'primary' | 'soft' | 'outline' | 'danger' | 'plain'
  size?: 'small' | 'large'
  wide?: boolean
}

/** The site's button. Amplify UI's button loads the whole theme, which is too much for the first visit. */
export function Button({ kind, size, wide, className, ...rest }: Look & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(className)}
      data-kind={kind}
      data-size={size}
      data-wide={wide || undefined}
    />
  )
}

/** A square button with an icon or a sign, which `label` names. */
export function IconButton({ label, className = '', ...rest }: { label: string } & ComponentProps<'button'>) {
  return <button type="button" {...rest} className={`icon-button ${className}`} aria-label={label} />
}

/** A link that looks like a button. */
export function ButtonLink({ kind, size, wide, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={classes(className)} data-kind={kind} data-size={size} data-wide={wide || undefined} />
  )
}

function classes(own: string | undefined): string {
  return own ? `button ${own}` : 'button'
}
