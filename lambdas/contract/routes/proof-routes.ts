import * as z from 'zod'
import { lazyObject } from '../lazy.ts'
import { editAnswer, editRequest } from '../project.ts'
import { projectView } from '../project-view.ts'
import { comment, MOST_COMMENTS, MOST_PROOF_LINKS, newComment, newProofLink, proofLinkView } from '../proofreading.ts'
import { entryView } from '../views.ts'
import { empty, type Route } from './route.ts'

const owner = { lambda: 'archive', access: 'user' } as const
/** The link, not the path, names the entry, so its holder cannot ask for another. */
const holder = { lambda: 'archive', access: 'link' } as const
const comments = lazyObject(() => ({ comments: z.array(comment).max(MOST_COMMENTS) }))

/** Links for proofreaders, what their holders may call, and comments. */
export const PROOF_ROUTES = {
  listProofLinks: {
    ...({ method: 'GET', path: '/api/archive/{key}/links', ...owner } as const),
    response: lazyObject(() => ({ links: z.array(proofLinkView).max(MOST_PROOF_LINKS) })),
  },
  createProofLink: {
    ...({ method: 'POST', path: '/api/archive/{key}/links', ...owner } as const),
    body: newProofLink,
    /** The service stores only the secret's hash. If the response is lost, the user needs another link. */
    response: lazyObject(() => ({ link: proofLinkView, secret: z.string() })),
  },
  revokeProofLink: {
    ...({ method: 'DELETE', path: '/api/archive/{key}/links/{id}', ...owner } as const),
    response: empty,
  },
  addComment: {
    ...({ method: 'POST', path: '/api/archive/{key}/comments', ...owner } as const),
    body: newComment,
    /** All comments after the change, as for the other routes of comments. */
    response: comments,
  },
  closeComment: {
    ...({ method: 'PUT', path: '/api/archive/{key}/comments/{id}', ...owner } as const),
    response: comments,
  },
  /** Opens the subtitle that the link is for. Each call is one use of the link. */
  openProof: {
    ...({ method: 'POST', path: '/api/proof', ...holder } as const),
    response: lazyObject(() => ({
      /** `id` is the beginning of the link's id. */
      link: proofLinkView.pick({ id: true, name: true, right: true, expiresAt: true, finishedAt: true }),
      entry: entryView.pick({ register: true, profile: true, url: true, duration_seconds: true }),
      name: z.string(),
      project: projectView.omit({ brief: true, videoUrl: true, peaksUrl: true }),
    })),
  },
  saveProof: {
    ...({ method: 'PUT', path: '/api/proof/project', ...holder, scope: 'edit' } as const),
    body: editRequest,
    response: editAnswer,
  },
  addProofComment: {
    ...({ method: 'POST', path: '/api/proof/comments', ...holder } as const),
    body: newComment,
    response: comments,
  },
  /** Tells the subtitle's owner that the review is finished. The link stays valid. */
  finishProof: {
    ...({ method: 'POST', path: '/api/proof/finish', ...holder } as const),
    response: lazyObject(() => ({ finishedAt: z.string() })),
  },
  /** Marks a comment made with the same link as done. */
  closeProofComment: {
    ...({ method: 'PUT', path: '/api/proof/comments/{id}', ...holder } as const),
    response: comments,
  },
} as const satisfies Record<string, Route>
