/** Types of the parts of oidc-provider that the local sign-in uses. The package ships none. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }

  interface Context {
    type: string
    body: unknown
    set(header: string, value: string): void
    oidc: {
      client: { clientId: string }
      session: { accountId: string; grantIdFor(clientId: string): string | undefined }
      result?: { consent?: { grantId?: string } }
      provider: Provider
    }
  }

  interface Interaction {
    uid: string
    params: Record<string, unknown>
  }

  interface AdapterPayload {
    [key: string]: unknown
    accountId?: string
    grantId?: string
    uid?: string
    userCode?: string
  }

  interface Adapter {
    upsert(id: string, payload: AdapterPayload, expiresIn: number | undefined): Promise<void>
    find(id: string): Promise<AdapterPayload | undefined>
    findByUid(uid: string): Promise<AdapterPayload | undefined>
    findByUserCode(userCode: string): Promise<AdapterPayload | undefined>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
    consume(id: string): Promise<void>
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    Grant: {
      new (properties: { clientId: string; accountId: string }): Grant
      find(id: string): Promise<Grant | undefined>
    }
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>
    cookieName(type: 'session'): string
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<Interaction>
    interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>
    on(event: 'server_error', listener: (context: Context, error: Error) => void): void
  }
}
