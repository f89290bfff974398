import { type Access, type AwsRequest, LOCAL_ACCOUNT } from '../../aws/service.ts'
import { regionOf } from '../../aws/stated-signature.ts'
import { jobName, mediaObject, outputKey, startRequest } from './start-request.ts'

/**
 * The action on the job, and what Transcribe does in the caller's name: it reads the media and writes the result with
 * the caller's permissions, or with those of a role that the caller must be allowed to pass.
 */
export function accessOf(request: AwsRequest): Access[] {
  const action = `transcribe:${request.operation}`
  const body: unknown = JSON.parse(request.body.toString() || '{}')
  const named = jobName.safeParse(body)
  if (!named.success || request.operation === 'ListTranscriptionJobs') return [{ action, resource: '*' }]
  const name = named.data.TranscriptionJobName
  const resource = `arn:aws:transcribe:${regionOf(request.headers)}:${LOCAL_ACCOUNT}:transcription-job/${name}`
  const start = startRequest.safeParse(body)
  if (request.operation !== 'StartTranscriptionJob' || !start.success) return [{ action, resource }]
  const role = start.data.JobExecutionSettings?.DataAccessRoleArn
  if (role)
    return [
      { action, resource },
      { action: 'iam:PassRole', resource: role, context: { 'iam:PassedToService': 'transcribe.amazonaws.com' } },
    ]
  const { bucket, key } = mediaObject(start.data)
  return [
    { action, resource },
    { action: 's3:GetObject', resource: `arn:aws:s3:::${bucket}/${key}` },
    { action: 's3:PutObject', resource: `arn:aws:s3:::${start.data.OutputBucketName}/${outputKey(start.data)}` },
  ]
}
