import type { AgreementStatus } from './messages.ts'

type Listener = (status?: AgreementStatus) => unknown

/** Listeners by event; those who ask for `ready` after it has happened are told at once. */
export function createEvents() {
  const listeners = new Map<string, Listener[]>()
  let isReady = false
  return {
    on(name: string, listener: Listener): void {
      listeners.set(name, [...(listeners.get(name) ?? []), listener])
      if (name === 'ready' && isReady) queueMicrotask(listener)
    },
    emit(name: 'ready' | 'agreementStatusChange', status?: AgreementStatus): void {
      if (name === 'ready') isReady = true
      for (const listener of listeners.get(name) ?? []) listener(status)
    },
  }
}
