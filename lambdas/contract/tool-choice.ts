/**
 * Claude 5 models: they may refuse a forced tool. Users report it of Opus 5.5 and Sonnet 5.5. Anthropic's guide for Haiku 5.5 says
 * that this one accepts it, a public migration guide says the opposite. Leaving the choice to the model, whose instructions
 * name the tool, is safe either way.
 */
const CHOOSES_TOOL = /(?:^|\.)anthropic\.claude-[a-z]+-[5-9]/

/** Converse's `toolChoice`: requires the tool wherever the model accepts that. */
export function chooseTool(modelId: string, name: string): { auto: object } | { tool: { name: string } } {
  return CHOOSES_TOOL.test(modelId) ? { auto: {} } : { tool: { name } }
}
