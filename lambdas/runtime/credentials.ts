interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/**
 * The credentials of the function's role, from Lambda's environment. The bundler replaces the SDK's provider chain with
 * this (`lib/bundle.ts`): profiles, single sign-on and instance metadata never apply on Lambda, and their
 * clients are a fifth of a bundle.
 */
export function defaultProvider(): () => Promise<Credentials> {
  return async () => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env
    if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) throw new Error('the environment has no credentials')
    return {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
    }
  }
}
