import type { Comment } from '../../../lambdas/contract/proofreading.ts'
import { dateAndMinute } from '../../../lambdas/contract/time.ts'
import { Button } from '../../shared/layout/button.tsx'
import type { CommentTools } from './comments.ts'
import { COMMENTS } from './texts.ts'

interface SentenceCommentsProps {
  comments: readonly Comment[]
  tools: CommentTools
}

/** The open comments of the selected sentence. */
export function SentenceComments({ comments, tools }: SentenceCommentsProps) {
  return (
    <ul className="comments small" aria-label={COMMENTS.name}>
      {comments.map(comment => (
        <li key={comment.id}>
          <span>
            <strong>
              <bdi>{tools.nameOf(comment)}</bdi>
            </strong>{' '}
            <span className="muted numbers">{moment(comment.at)}</span> <bdi>{comment.text}</bdi>
          </span>
          {tools.mayClose(comment) && (
            <Button size="small" kind="outline" onClick={() => tools.close([comment.id])}>
              {COMMENTS.close}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** `03.14 14:30`. */
function moment(iso: string): string {
  return dateAndMinute(iso).slice('2026.'.length)
}
