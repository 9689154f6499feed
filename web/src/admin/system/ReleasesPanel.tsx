import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { checkReleases, type ReleaseState } from '@twofold/contract/admin/releases'
import { useAct } from '../../kits/use-act.ts'
import { translateTrouble } from '../../lib/server-texts.ts'
import { RefreshCw } from '../../ui/icons/RefreshCw.ts'
import { Loaded } from '../../kits/Loaded.tsx'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { At } from '../../ui/At.tsx'
import { releasesQuery } from './system.ts'

/** The running and the newest version. The server reads the feed; this page only shows the result. */
export function ReleasesPanel() {
  const { t } = useLingui()
  const client = useQueryClient()
  const releases = useQuery(releasesQuery)
  const check = useAct({
    send: () => call(checkReleases),
    failed: t`The release feed could not be asked`,
    said: false,
    renews: [],
    onAnswer: (state) => client.setQueryData(releasesQuery.queryKey, state),
  })
  return (
    <Panel
      title={t`Releases`}
      actions={
        releases.data?.is_on && (
          <Button size="sm" icon={RefreshCw} onPress={() => check.mutate()} pending={check.isPending}>
            <Trans>Check now</Trans>
          </Button>
        )
      }
    >
      <Loaded of={releases} failed={t`The releases could not be loaded`}>
        {(data) => <Releases state={data} />}
      </Loaded>
    </Panel>
  )
}

function Releases({ state: { current, is_on, latest, is_newer, checked_at, read_at, error } }: { state: ReleaseState }) {
  const { t } = useLingui()
  const version = latest?.version
  return (
    <div className="grid gap-4">
      {is_newer && latest && (
        <Alert type="info" title={t`Version ${version} is out`}>
          {latest.title}
          {latest.url !== null && (
            <>
              {' '}
              <a href={latest.url} target="_blank" rel="noreferrer" className="text-button">
                <Trans>What is new</Trans>
              </a>
            </>
          )}
        </Alert>
      )}
      {error !== null && (
        <Alert type="warning" title={t`The release feed could not be read`}>
          {translateTrouble(error)}
        </Alert>
      )}
      <Facts>
        <Fact name={t`This version`}>{current}</Fact>
        {is_on && (
          <>
            <Fact name={t`Newest release`}>
              {latest ? (
                <>
                  {version}
                  {latest.published_at !== null && (
                    <span className="text-text-2">
                      {' '}
                      (<At time={latest.published_at} />)
                    </span>
                  )}
                </>
              ) : (
                t`Unknown`
              )}
            </Fact>
            <Fact name={t`Last asked`}>{checked_at === null ? t`Never` : <Ago time={checked_at} />}</Fact>
            {error !== null && <Fact name={t`Last answered`}>{read_at === null ? t`Never` : <Ago time={read_at} />}</Fact>}
          </>
        )}
      </Facts>
      {!is_on && (
        <p className="text-text-2">
          <Trans>
            No release feed is set, so nobody is asked. Set <code>UPDATE_FEED_URL</code> to hear of new versions.
          </Trans>
        </p>
      )}
    </div>
  )
}
