import { join } from 'node:path'

/** Folders for compiled code and earlier builds of the working copy `root`. A clean installation removes them. */
export function cacheFolders(root: string): { code: string; builds: string } {
  const folder = join(root, 'node_modules', '.cache', 'jamak')
  return { code: join(folder, 'code'), builds: join(folder, 'builds') }
}
