import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { asFailure } from '@twofold/cli/failure'
import { type HeldTake, type HeldTakes, isWaiting } from './held-takes.ts'

/** Seconds that a program waits for its approval at most, and milliseconds that one answer is held for. */
export const longestWait = 900
const longestHold = 45_000

export const answer = (content: Record<string, unknown>, isError = false): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(content) }],
  structuredContent: content,
  ...(isError && { isError }),
})

const refusal = (error: unknown) => answer({ error: asFailure(error).message }, true)

/** It has a code that has not been given out. */
export const isReady = ({ take, failure, isGiven }: HeldTake) => failure === undefined && take.state === 'handed' && !isGiven

/** State of a take, without its code. */
export function describe({ take, failure, command, isGiven }: HeldTake): Record<string, unknown> {
  return {
    take_id: take.id,
    state: failure === undefined ? take.state : 'over',
    ...(take.state === 'awaiting_approval' &&
      take.approval !== undefined && { approve_at: take.approval.url, number: take.approval.number }),
    ...(isWaiting({ take, failure }) && { waits_until: take.deadline }),
    ...(command !== undefined && { command }),
    ...(isGiven && { note: 'The code was given already.' }),
    ...(failure !== undefined && { error: asFailure(failure).message }),
  }
}

/** Whether the client can open addresses for its person, as declared with this request or at the beginning. */
function opensAddresses(server: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Record<string, ClientCapabilities | undefined> | undefined
  return (envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities())?.elicitation?.url !== undefined
}

/** Throws when the token is not an agent's: with another one no person would be asked. */
export type RequireAgent = () => Promise<void>

/** Lets tools ask a person, and continue after sending them to the page. */
export function createAsking(server: McpServer, takes: HeldTakes, requireAgent: RequireAgent) {
  /** Refusals by the server are passed to the agent. */
  const guarded =
    <Input, Result>(work: (input: Input, context: ServerContext) => Promise<Result>) =>
    async (input: Input, context: ServerContext): Promise<Result | CallToolResult> => {
      try {
        await requireAgent()
        return await work(input, context)
      } catch (error) {
        return refusal(error)
      }
    }

  /** Takes of this process only: an approval was meant for the request at that time. */
  function require(id: string): HeldTake {
    const one = takes.find(id)
    if (one === undefined) throw new Error('There is no such request here. Ask for a code with request_code.')
    return one
  }

  /** Sends the person to the page where clients can, and waits there; others show the address themselves. */
  async function ask(one: HeldTake, context: ServerContext) {
    const { approval } = one.take
    if (one.take.state !== 'awaiting_approval' || approval === undefined || !opensAddresses(server, context)) return undefined
    const message = `Approve the code in Twofold if the page shows the number ${approval.number}.`
    return inputRequired({
      inputRequests: { approval: inputRequired.elicitUrl({ message, url: approval.url }) },
      requestState: one.take.id,
    })
  }

  /** The person was sent to the page. Agreeing to open it decides nothing; not agreeing ends the request. */
  async function resume(id: string, { mcpReq }: ServerContext): Promise<HeldTake> {
    const one = require(id)
    const response = mcpReq.inputResponses?.['approval'] as { action?: string } | undefined
    if (response?.action === 'decline' || response?.action === 'cancel') await takes.cancel(one)
    else await takes.wait(one, longestHold, mcpReq.signal)
    return one
  }

  return { guarded, require, ask, resume }
}

export type Asking = ReturnType<typeof createAsking>
