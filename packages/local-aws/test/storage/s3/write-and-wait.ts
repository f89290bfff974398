import { createS3 } from '../../../src/storage/s3/index.ts'

/** Writes three objects to the folder of the first argument, prints `written` and waits to be killed. */
const s3 = createS3({
  folder: `${process.argv[2]}/s3`,
  secretOf: () => undefined,
  now: Date.now,
  onObjectCreated: () => {},
  corsOf: () => undefined,
  lifecycleOf: () => undefined,
})
for (const name of ['key-0', 'key-1', 'key-2']) await s3.write('media-bucket', name, [Buffer.from(name)])
console.log('written')
setInterval(() => {}, 60_000)
