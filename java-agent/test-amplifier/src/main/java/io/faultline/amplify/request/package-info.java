/** What {@code faultline} asks of both programs, as files have it. */
package io.faultline.amplify.request;
