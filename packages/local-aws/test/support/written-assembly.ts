import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Assembly, loadAssembly } from '../../src/template/index.ts'

interface WrittenResource {
  Type: string
  Properties?: Record<string, unknown>
}

export interface WrittenStack {
  Resources?: Record<string, WrittenResource>
  Outputs?: Record<string, unknown>
}

export interface WrittenApp {
  /** Parent of both other folders, which the test removes. */
  folder: string
  /** Folder of the synthesized app. */
  assembly: string
  /** Data folder. */
  data: string
}

/**
 * Writes templates as a synthesis does. `assets` contains the files of each asset by its key in the bootstrap bucket.
 */
export async function writeApp(
  stacks: Record<string, WrittenStack>,
  assets: Record<string, Record<string, string>> = {},
): Promise<WrittenApp> {
  const folder = await mkdtemp(join(tmpdir(), 'written-app-'))
  const assembly = join(folder, 'cdk.out')
  const data = join(folder, 'data')
  await mkdir(assembly)
  const artifacts: Record<string, unknown> = {
    assets: { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } },
  }
  for (const [name, stack] of Object.entries(stacks)) {
    const templateFile = `${name}.template.json`
    await writeFile(join(assembly, templateFile), JSON.stringify(stack))
    artifacts[name] = {
      type: 'aws:cloudformation:stack',
      environment: 'aws://unknown-account/unknown-region',
      properties: { templateFile },
    }
  }
  const files: Record<string, unknown> = {}
  for (const [key, content] of Object.entries(assets)) {
    const path = `asset.${key}`
    for (const [file, text] of Object.entries(content)) {
      await mkdir(join(assembly, path, file, '..'), { recursive: true })
      await writeFile(join(assembly, path, file), text)
    }
    files[key] = { source: { path, packaging: 'zip' }, destinations: { here: { objectKey: `${key}.zip` } } }
  }
  await writeFile(join(assembly, 'manifest.json'), JSON.stringify({ artifacts }))
  await writeFile(join(assembly, 'assets.json'), JSON.stringify({ files }))
  return { folder, assembly, data }
}

/** Writes an app and loads its assembly. */
export async function loadWritten(...of: Parameters<typeof writeApp>): Promise<Assembly & WrittenApp> {
  const app = await writeApp(...of)
  return { ...(await loadAssembly(app.assembly)), ...app }
}

/** A function with inline code and a role with these statements. */
export function inlineFunction(
  id: string,
  code: string,
  { statements = [], properties = {} }: { statements?: unknown[]; properties?: Record<string, unknown> } = {},
): Record<string, WrittenResource> {
  return {
    [id]: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Runtime: 'nodejs24.x',
        Handler: 'index.handler',
        Code: { ZipFile: code },
        Role: { 'Fn::GetAtt': [`${id}Role`, 'Arn'] },
        Timeout: 10,
        ...properties,
      },
    },
    ...role(`${id}Role`, statements),
  }
}

/** A role with one inline policy. */
export function role(id: string, statements: unknown[]): Record<string, WrittenResource> {
  const Policies = [{ PolicyName: 'Own', PolicyDocument: { Statement: statements } }]
  return { [id]: { Type: 'AWS::IAM::Role', Properties: { Policies } } }
}
