import { createListeners } from './listeners.ts'

/** Notifies this page of the key of each entry canceled on it, so that the entry's upload stops, too. */
export const canceledEntries = createListeners<[key: string]>()
