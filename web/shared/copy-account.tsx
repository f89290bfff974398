import type { ComponentProps } from 'react'
import { copyText } from './copy-text.ts'
import { Button } from './layout/button.tsx'
import { showToast } from './layout/toasts.tsx'
import { BANK_ACCOUNT } from './member-texts.ts'

/** Copies the number of the bank account to pay into. */
export function CopyAccount({ number, ...look }: { number: string } & ComponentProps<typeof Button>) {
  const copy = async () =>
    showToast(
      (await copyText(number))
        ? { kind: 'done', text: BANK_ACCOUNT.copied }
        : { kind: 'error', text: BANK_ACCOUNT.notCopied },
    )
  return (
    <Button {...look} onClick={() => void copy()}>
      {BANK_ACCOUNT.copy}
    </Button>
  )
}
