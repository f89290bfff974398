import type { Template } from 'aws-cdk-lib/assertions'
import * as z from 'zod'

const resource = z.looseObject({
  Type: z.string(),
  DeletionPolicy: z.string().optional(),
  DependsOn: z.array(z.string()).default([]),
  Properties: z.looseObject({}).default({}),
})
export type Resource = z.infer<typeof resource> & { id: string }

/** Every resource of a type, with its logical id. */
export function resourcesOf(template: Template, type: string): Resource[] {
  return Object.entries(template.findResources(type)).map(([id, found]) => ({ id, ...resource.parse(found) }))
}

/**
 * Assumed length of a name that CloudFormation generates from our stack names and logical ids, and of any other
 * reference.
 */
const [NAME, REFERENCE] = ['x'.repeat(70), 'x'.repeat(150)]

/** Maximum length of a value once CloudFormation has resolved its references. */
export function longestLength(value: unknown): number {
  const longest = (part: unknown) => (JSON.stringify(part).includes('OutputRefTables') ? NAME : REFERENCE)
  return JSON.stringify(value, (_, part) => (isReference(part) ? longest(part) : part)).length
}

function isReference(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const [key, ...others] = Object.keys(value)
  return others.length === 0 && (key === 'Ref' || key === 'Fn::GetAtt' || key === 'Fn::ImportValue')
}
