import { expect, it, vi } from 'vitest'
import type { Api } from '../../../../web/shared/api.ts'
import { readLinks, splitLinks } from '../../../../web/upload/group/read-links.ts'

it('links are split at line breaks and spaces, and listed once each', () => {
  expect(splitLinks(' https://youtu.be/a\r\nhttps://youtu.be/b  https://youtu.be/a\n')).toEqual([
    'https://youtu.be/a',
    'https://youtu.be/b',
  ])
})

it('links to one video in different forms are one link', () => {
  const links = ['https://youtu.be/abcdefghijk', 'youtube.com/watch?v=abcdefghijk&t=1', 'https://youtu.be/bbbbbbbbbbb']
  expect(splitLinks(links.join('\n'))).toEqual([links[0], links[2]])
})

it('a link that cannot be used is named with the reason, and does not stop the others', async () => {
  const quote = { url: 'x', title: 'Talk', durationSeconds: 60, tokens: 10 }
  const answer = async (_name: string, { parameters: { id } }: { parameters: { id: string } }) => {
    if (id === 'aaaaaaaaaaa') throw new Error('no such video')
    return { ...quote, id, fetchable: id !== 'bbbbbbbbbbb' }
  }
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const links = ['aaaaaaaaaaa', 'bbbbbbbbbbb', 'ccccccccccc'].map(id => `https://youtu.be/${id}`)
  const api: Api = Object.assign(vi.fn(answer))
  const found = await readLinks(api, [...links, 'https://example.com/'], new AbortController().signal)
  expect(found.items.map(({ kind }) => kind)).toEqual(['youtube'])
  expect(found.refused).toHaveLength(3)
  expect(found.refused[2]).toContain('https://example.com/')
})
