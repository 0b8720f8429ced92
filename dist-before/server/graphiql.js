import { authorizationHeader, exampleTabs } from './example-operations.js';
import { ONLY_TRUSTED_NOTICE } from './trusted-documents.js';
/** The options of the server for its page. With `onlyTrusted` it says that what is written there is not executed. */
export function explorer({ gateway, apiKeys, demoKey, onlyTrusted, }) {
    async function tabs() {
        if (onlyTrusted)
            return [{ query: ONLY_TRUSTED_NOTICE, headers: authorizationHeader(demoKey) }];
        const caller = demoKey ? await apiKeys.authenticate(demoKey) : null;
        return exampleTabs({ gateway, demo: demoKey && caller ? { key: demoKey, caller } : null });
    }
    return {
        // Nine megabytes of page are read when somebody looks at it, not when the server starts.
        renderGraphiQL: async (options) => {
            const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
            return withSteadyTabs(renderGraphiQL(options));
        },
        graphiql: async () => ({
            title: 'spa-stay-gateway',
            defaultEditorToolsVisibility: 'headers',
            // The demo key is for everybody; another key is not to be left behind in a browser.
            shouldPersistHeaders: demoKey !== null,
            headers: authorizationHeader(demoKey),
            defaultHeaders: authorizationHeader(demoKey),
            defaultTabs: await tabs(),
        }),
    };
}
/** GraphiQL moves a tab from under the pointer when it gets the focus, so that the first click on it would do nothing. */
function withSteadyTabs(page) {
    return page.replace('</head>', '<style>.graphiql-tab{transform:none!important}</style></head>');
}
//# sourceMappingURL=graphiql.js.map