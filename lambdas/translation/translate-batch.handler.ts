import { translateBatchInput } from '../contract/workflow.ts'
import { tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient, s3Client } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { parseGlossary } from './glossary.ts'
import { translateBatch } from './translate-batch.ts'
import { configuredTranslators } from './translators.ts'

const names = readEnvironment('MEDIA_BUCKET', 'TRANSLATOR', 'BEDROCK_MODEL_ID', 'GLOSSARY')
const room = {
  tables: tablesFromEnvironment(dynamoClient()),
  media: { client: s3Client(), name: names.MEDIA_BUCKET },
  translators: configuredTranslators(names.TRANSLATOR, names.BEDROCK_MODEL_ID),
  glossary: parseGlossary(names.GLOSSARY),
}

export const handler = step(translateBatchInput, input => translateBatch(room, input))
