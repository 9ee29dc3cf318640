import { createOpenapi } from './openapi.ts';
import { toActions } from './to-actions.ts';
import { toOpenapi30 } from './to-openapi-30.ts';

/** The descriptions of the REST interface by the file's name, all made from the contract (`C1.openapi`). */
export const openapiDocuments = (siteUrl: string) => {
  const openapi = createOpenapi(siteUrl);
  return {
    'openapi.json': openapi,
    'openapi-3.0.json': toOpenapi30(openapi),
    'openapi-actions.json': toActions(openapi),
  };
};
