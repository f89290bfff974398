/** The package's own declarations are missing from its release. */
declare module 'asl-validator' {
  export interface StateMachineError {
    'Error code': string
    Message?: string
  }
  const validate: (
    definition: unknown,
    options?: { checkPaths?: boolean; checkArn?: boolean },
  ) => { isValid: boolean; errors: StateMachineError[]; errorsText(separator?: string): string }
  export default validate
}
