/** An engine that is here or on its way, and what does the work where it cannot be had. */
export interface StandIn<Id extends string, Engine> {
  /** Which of both does the work, as far as is known now. */
  id(): Id | 'rehearsal'
  /** Waits for the engine that is coming. */
  engine(): Promise<Engine>
  close(): Promise<void>
}

/** The opened engine, replaced by the rehearsal once it turns out that it cannot be had. */
export function createStandIn<Id extends string, Engine>(
  opened: { id: Id; engine: Promise<Engine & { close(): Promise<void> }> } | undefined,
  rehearsal: Engine,
  onFailure: (error: unknown) => void,
): StandIn<Id, Engine> {
  let isRehearsal = opened === undefined
  const engine: Promise<Engine> = opened
    ? opened.engine.catch(error => {
        isRehearsal = true
        onFailure(error)
        return rehearsal
      })
    : Promise.resolve(rehearsal)
  return {
    id: () => (opened && !isRehearsal ? opened.id : 'rehearsal'),
    engine: () => engine,
    async close() {
      await engine
      await opened?.engine.then(engine => engine.close()).catch(() => {})
    },
  }
}
